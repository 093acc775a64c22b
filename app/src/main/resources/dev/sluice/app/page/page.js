'use strict';
// Keeps the page up to date: replaces what has changed in its content, and draws lines over time.
(() => {
  const MOST_POINTS = 4000;
  const AGAIN_MILLIS = 5000;
  const content = document.getElementById('content');
  const connection = document.getElementById('connection');

  const count = new Intl.NumberFormat('en', {maximumFractionDigits: 1, notation: 'compact'});
  const plain = value => value === null || value === undefined ? '' : count.format(value);
  const bytes = value => {
    if (value === null || value === undefined) return '';
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let unit = 0;
    for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
    return (value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)) + ' ' + units[unit];
  };
  const CHARTS = [
    {name: 'Rows per second', format: plain, lines: {'rows_per_second': 'read', 'kept_per_second': 'kept'}},
    {name: 'Input read per second', format: bytes, binary: true, lines: {'read_bytes_per_second': 'read'}},
    {name: 'Rows waiting for', format: plain, lines: {'lag_topology': 'topology', 'lag_sink': 'sink'}},
    {name: 'Memory', format: bytes, binary: true, lines: {'memory_bytes': 'resident'}},
    {name: 'Free disk', format: bytes, binary: true, lines: {'disk_free_bytes': 'free'}},
    {name: 'Processors busy', format: plain, lines: {'cpus': 'busy'}},
  ];

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
    if (from.nodeType !== Node.ELEMENT_NODE || from.hasAttribute('data-keep')) return;
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

  // ---- lines ----

  let series = {time: []};
  let charts = [];

  function colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  }

  function values(key) {
    return series[key] ?? series.time.map(() => null);
  }

  function data(chart) {
    return [series.time.map(time => time / 1000), ...Object.keys(chart.lines).map(values)];
  }

  function axis(chart, side) {
    return {
      stroke: colour('--soft'),
      grid: {stroke: colour('--line'), width: 1},
      ticks: {show: false},
      font: '12px system-ui, sans-serif',
      ...(side === 'x' ? {values: (plot, all) => all.map(clock), space: 70, size: 30} : {}),
      ...(side === 'y' ? {size: 62, incrs: chart.binary ? steps() : undefined, values: (plot, all) => all.map(chart.format)} : {}),
    };
  }

  /** The time of day, or the date at midnight, where the reader is. */
  function clock(seconds) {
    const at = new Date(seconds * 1000);
    const two = number => String(number).padStart(2, '0');
    if (at.getHours() + at.getMinutes() + at.getSeconds() === 0) return two(at.getMonth() + 1) + '-' + two(at.getDate());
    return two(at.getHours()) + ':' + two(at.getMinutes()) + (at.getSeconds() ? ':' + two(at.getSeconds()) : '');
  }

  /** Distances of ticks that are round in KiB, MiB and so on. */
  function steps() {
    const all = [];
    for (let unit = 1; unit < 2 ** 50; unit *= 1024) {
      for (const each of [1, 2, 5, 10, 20, 50, 100, 200, 500]) all.push(each * unit);
    }
    return all;
  }

  function draw() {
    const section = document.getElementById('lines');
    if (!section || series.time.length < 2) return;
    section.querySelector('.charts')?.remove();
    const grid = document.createElement('div');
    grid.className = 'charts';
    section.append(grid);
    charts = CHARTS.filter(chart => Object.keys(chart.lines).some(key => values(key).some(each => each !== null)))
        .map(chart => frame(chart, grid))
        .map(drawOne); // once all are there, for only then are they as wide as they stay
    tell();
  }

  function frame(chart, grid) {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    const name = document.createElement('span');
    name.textContent = chart.name;
    caption.append(name);
    const keys = Object.values(chart.lines).map((label, i) => {
      const key = document.createElement('span');
      key.className = i === 0 ? 'key' : 'key second';
      caption.append(key);
      return {key, label};
    });
    figure.append(caption);
    grid.append(figure);
    return {chart, figure, keys};
  }

  function drawOne({chart, figure, keys}) {
    const plot = new uPlot({
      width: figure.clientWidth - 24,
      height: 150,
      legend: {show: false},
      cursor: {sync: {key: 'sluice'}, y: false, points: {size: 6}, drag: {x: true, y: false}},
      scales: {y: {range: (self, low, high) => [Math.min(0, low ?? 0), high > 0 ? high * 1.08 : 1]}},
      axes: [axis(chart, 'x'), axis(chart, 'y')],
      series: [{}, ...Object.keys(chart.lines).map((key, i) => ({
        stroke: colour(i === 0 ? '--main' : '--second'), width: 1.5, points: {show: false}, spanGaps: false,
      }))],
      hooks: {setCursor: [() => tell()]},
    }, data(chart), figure);
    plot.root.querySelector('canvas').setAttribute('aria-hidden', 'true');
    return {chart, plot, figure, keys};
  }

  /** Says in words what the lines show: at the cursor, else at the end. */
  function tell() {
    const section = document.getElementById('lines');
    section.dataset.points = series.time.length;
    section.dataset.since = series.time[0];
    for (const {chart, plot, keys} of charts) {
      const at = plot.cursor.idx ?? series.time.length - 1;
      Object.keys(chart.lines).forEach((key, i) => {
        const value = chart.format(values(key)[at]);
        keys[i].key.textContent = keys[i].label + (value === '' ? '' : ' ' + value);
      });
    }
  }

  function append(point) {
    if (point.time.length > 1) { // all of them: the page looks at files
      series = point;
      if (charts.length === 0) draw();
      for (const {chart, plot} of charts) plot.setData(data(chart));
      tell();
      return;
    }
    if (!point.time.length || point.time[0] <= (series.time.at(-1) ?? 0)) return;
    for (const key of Object.keys(point)) (series[key] ??= series.time.map(() => null)).push(...point[key]);
    if (series.time.length > MOST_POINTS) thin();
    if (charts.length === 0) draw();
    for (const {chart, plot} of charts) plot.setData(data(chart));
    tell();
  }

  /** Keeps every second of the older half. */
  function thin() {
    const half = series.time.length / 2;
    for (const key of Object.keys(series)) series[key] = series[key].filter((each, i) => i > half || i % 2 === 0);
  }

  function resize() {
    for (const {plot, figure} of charts) plot.setSize({width: figure.clientWidth - 24, height: 150});
  }

  // ---- connection ----

  function say(text, isLost) {
    if (connection.textContent !== text) connection.textContent = text;
    connection.className = isLost ? 'lost' : '';
  }

  let over = false;
  let known = '';
  const processes = run => run.processes.map(each => each.started).join();

  function listen() {
    const events = new EventSource('events');
    events.addEventListener('document', event => {
      const run = JSON.parse(event.data);
      known = processes(run);
      series = run.series;
      charts = [];
      draw();
      heard(run);
    });
    events.addEventListener('sample', event => {
      const run = JSON.parse(event.data);
      if (processes(run) !== known) { // it has found the history of those before it: ask for all
        events.close();
        listen();
        return;
      }
      append(run.series);
      heard(run);
    });
    events.addEventListener('view', event => {
      show(event.data);
      if (charts.length === 0) draw();
    });
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
    const killed = run.phase === 'killed';
    say(over ? 'As at the end of the run' : killed ? 'As last recorded' : 'Live', killed);
  }

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  addEventListener('resize', resize);
  listen();
})();
