"""A small window at the top left from which files can be dragged: dragsource.py FILE…"""
import sys

import gi

gi.require_version('Gdk', '3.0')
gi.require_version('Gtk', '3.0')
from gi.repository import Gdk, GLib, Gtk

window = Gtk.Window(type=Gtk.WindowType.POPUP)
window.set_default_size(60, 60)
window.move(0, 0)
box = Gtk.EventBox()
box.add(Gtk.Label(label='PDF'))
window.add(box)
box.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [Gtk.TargetEntry.new('text/uri-list', 0, 0)], Gdk.DragAction.COPY)
uris = [GLib.filename_to_uri(path, None) for path in sys.argv[1:]]
box.connect('drag-data-get', lambda _box, _context, data, _info, _time: data.set_uris(uris))
box.connect('drag-end', lambda *_: Gtk.main_quit())
window.show_all()
while Gtk.events_pending():
    Gtk.main_iteration()
Gdk.Display.get_default().sync()
print('ready', flush=True)
Gtk.main()
