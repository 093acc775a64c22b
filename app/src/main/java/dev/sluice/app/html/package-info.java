/**
 * Self-contained HTML: elements that are always escaped and closed, the frame of a page with its
 * style, and charts as SVG. No scripts. Knows nothing of what is shown.
 */
package dev.sluice.app.html;
