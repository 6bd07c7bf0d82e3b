// Browser mode's stand-in for the window's runtime: window.go and window.lectern over fetch, window.runtime over a stream
// of events. `methods`, `header`, `workspaceHeader`, `outside` and `upmost` are written before it.
(() => {
  // The token comes in the address that was printed. It stays in this tab: storage is bound to scheme, host and port, as
  // cookies are not, and the address loses it, so that it isn't seen, copied or kept in the history.
  const KEY = 'lectern.token';
  const here = new URL(location.href);
  let token = here.searchParams.get('token');
  if (token) {
    try {
      sessionStorage.setItem(KEY, token);
    } catch {
      // It works until the page is loaded again.
    }
    here.searchParams.delete('token');
    history.replaceState(history.state, '', here);
  } else {
    try {
      token = sessionStorage.getItem(KEY);
    } catch {
      // As without one.
    }
  }
  if (!token) {
    window.stop(); // the page would begin, and fail at everything
    location.replace(outside);
    return;
  }

  const gone = 'Lectern is not running any more. Start it again, and open the address that it prints.';
  const ask = async (path, { headers, ...init } = {}) => {
    const address = new URL(path, location.origin);
    if (address.origin !== location.origin) throw new Error('Only Lectern itself is asked.');
    try {
      const { workspace } = window.lectern;
      return await fetch(address, { ...init, headers: { ...(workspace && { [workspaceHeader]: workspace }), ...headers, [header]: token } });
    } catch (problem) {
      if (init.signal?.aborted) throw problem;
      throw gone;
    }
  };
  // What a page wants of a workspace that isn't shown any more is refused.
  window.lectern = { fetch: ask, upmost, workspace: '', workspaceHeader };

  const go = {};
  for (const name of methods) {
    const [pkg, type, method] = name.split('.');
    ((go[pkg] ??= {})[type] ??= {})[method] = async (...args) => {
      const reply = await ask('/api/call', { method: 'POST', body: JSON.stringify({ name, args }) });
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

  // An EventSource sends no headers, so the stream is read here, and opened again by itself when it ends. It may end because
  // the page was too slow for it: that the program is gone is told when nobody opens.
  const SOON = 300;
  const AGAIN = 1000;
  let opened = false;
  let lost = false;

  // The program says something twice a second. One that says nothing is stuck: it is told like one that is gone, until it
  // is heard again. What a page didn't hear because it was busy itself, or asleep, comes between two looks.
  const SILENCE = 1200;
  const LOOK = 250;
  let heard = 0;
  let missed = 0;
  const hear = () => {
    heard = Date.now();
    if (!lost || !opened) return;
    lost = false;
    fire('reconnected', []);
  };
  const watch = setInterval(() => {
    if (!opened || lost || document.hidden || Date.now() - heard < SILENCE) missed = 0;
    else if (++missed === 3) {
      lost = true;
      fire('lost', []);
    }
  }, LOOK);
  const listen = async () => {
    let reply;
    try {
      reply = await ask('/api/events', { cache: 'no-store' });
    } catch (problem) {
      if (!lost) fire('lost', []);
      lost = true;
      throw problem;
    }
    if (reply.status === 401) return false; // another start of the program: this tab's token is of the one before
    if (!reply.ok) return true;
    lost = false;
    if (opened) fire('reconnected', []);
    opened = true;
    heard = Date.now();
    const stream = reply.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = '';
    for (let part = await stream.read(); !part.done; part = await stream.read()) {
      hear();
      const lines = (rest + part.value).split('\n');
      rest = lines.pop();
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue;
        const { name, data } = JSON.parse(line.slice('data: '.length));
        try {
          fire(name, data);
        } catch (problem) {
          reportError(problem); // of one listener; the stream goes on
        }
      }
    }
    return true;
  };
  (async () => {
    for (;;) {
      const known = await listen().catch(() => true);
      if (!known && !opened) location.replace(outside);
      if (!known) {
        clearInterval(watch);
        return fire('refused', []);
      }
      await new Promise((done) => setTimeout(done, lost ? AGAIN : SOON));
    }
  })();
})();
