// Browser mode's stand-in for the window's runtime: window.go over fetch, window.runtime over server-sent events.
(() => {
  const go = {};
  for (const name of methods) {
    const [pkg, type, method] = name.split('.');
    ((go[pkg] ??= {})[type] ??= {})[method] = async (...args) => {
      let reply;
      try {
        reply = await fetch('/api/call', { method: 'POST', body: JSON.stringify({ name, args }) });
      } catch {
        throw 'Lectern is not running any more. Start it again, and open the address that it prints.';
      }
      if (!reply.ok) throw await reply.text();
      const { result, error } = await reply.json();
      if (error !== null) throw error;
      return result;
    };
  }
  window.go = go;

  const listeners = new Map();
  const on = (name, callback, times = -1) => {
    const entry = { callback, times };
    if (!listeners.has(name)) listeners.set(name, new Set());
    listeners.get(name).add(entry);
    return () => listeners.get(name)?.delete(entry);
  };
  const fire = (name, data) => {
    for (const entry of [...(listeners.get(name) ?? [])]) {
      if (entry.times > 0 && --entry.times === 0) listeners.get(name).delete(entry);
      entry.callback(...data);
    }
  };
  window.runtime = {
    EventsOn: (name, callback) => on(name, callback),
    EventsOnce: (name, callback) => on(name, callback, 1),
    EventsOnMultiple: on,
    EventsOff: (...names) => names.forEach((name) => listeners.delete(name)),
    EventsOffAll: () => listeners.clear(),
    EventsEmit: (name, ...data) => fire(name, data),
    OnFileDrop: () => {},
    OnFileDropOff: () => {},
    BrowserOpenURL: (address) => window.open(address, '_blank', 'noopener,noreferrer'),
    WindowSetTitle: (title) => { document.title = title; },
    Environment: async () => ({ buildType: 'production', platform: 'browser', arch: '' }),
  };

  const source = new EventSource('/api/events');
  let opened = false;
  source.onopen = () => {
    if (opened) fire('reconnected', []);
    opened = true;
  };
  source.onmessage = (message) => {
    const { name, data } = JSON.parse(message.data);
    fire(name, data);
  };
})();
