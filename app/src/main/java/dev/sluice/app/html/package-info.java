/**
 * Writes self-contained HTML without scripts. This package has elements that are always escaped and
 * closed, the frame of a page with its style, and charts as SVG. Knows nothing about the content
 * shown.
 */
package dev.sluice.app.html;
