'use strict';
// Keeps the page up to date: replaces what has changed in its content.
(() => {
  const AGAIN_MILLIS = 5000;
  const content = document.getElementById('content');
  const connection = document.getElementById('connection');

  // ---- content ----

  /** Makes one node like another, and leaves alone what is equal, so that focus and selection stay. */
  function follow(from, to) {
    if (from.nodeType !== to.nodeType || from.nodeName !== to.nodeName) {
      from.replaceWith(document.importNode(to, true));
      return;
    }
    if (from.nodeType === Node.TEXT_NODE) {
      if (from.data !== to.data) from.data = to.data;
      return;
    }
    if (from.nodeType !== Node.ELEMENT_NODE) return;
    for (const {name, value} of to.attributes) {
      if (from.getAttribute(name) !== value && !chosen(from, name)) from.setAttribute(name, value);
    }
    for (const {name} of [...from.attributes]) {
      if (!to.hasAttribute(name) && !chosen(from, name)) from.removeAttribute(name);
    }
    followChildren(from, to);
  }

  /** Whether an attribute is for the reader to decide. */
  const chosen = (element, name) => name === 'open' && element.nodeName === 'DETAILS';

  function followChildren(from, to) {
    let mine = from.firstChild;
    for (const theirs of to.childNodes) {
      const same = theirs.id ? [...from.children].find(each => each.id === theirs.id) : null;
      if (same && same !== mine) {
        from.insertBefore(same, mine);
        mine = same;
      }
      if (!mine) {
        from.appendChild(document.importNode(theirs, true));
      } else if (theirs.id && mine.id !== theirs.id) {
        from.insertBefore(document.importNode(theirs, true), mine);
      } else {
        const next = mine.nextSibling;
        follow(mine, theirs);
        mine = next;
      }
    }
    while (mine) {
      const next = mine.nextSibling;
      mine.remove();
      mine = next;
    }
  }

  function show(html) {
    const parsed = new DOMParser().parseFromString('<main>' + html + '</main>', 'text/html');
    followChildren(content, parsed.querySelector('main'));
    const text = id => document.getElementById(id)?.textContent ?? '';
    const job = document.querySelector('.job')?.textContent ?? '';
    document.title = [text('percent'), job, 'Sluice'].filter(each => each).join(' · ');
  }

  // ---- connection ----

  function say(text, isLost) {
    if (connection.textContent !== text) connection.textContent = text;
    connection.className = isLost ? 'lost' : '';
  }

  let over = false;

  function listen() {
    const events = new EventSource('events');
    for (const kind of ['document', 'sample']) {
      events.addEventListener(kind, event => heard(JSON.parse(event.data)));
    }
    events.addEventListener('view', event => show(event.data));
    events.onerror = () => {
      if (over) {
        events.close();
      } else {
        say('No connection since ' + new Date().toLocaleTimeString('en-GB') + '. Trying again.', true);
        if (events.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MILLIS);
      }
    };
  }

  function heard(run) {
    over = run.phase === 'ended' || run.phase === 'failed';
    say(over ? 'As at the end of the run' : 'Live', false);
  }

  listen();
})();
