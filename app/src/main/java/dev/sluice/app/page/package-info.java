/**
 * The live page. It shows a run document as HTML, and a stream of events keeps it up to date. Only
 * this package makes HTML; the script replaces what has changed and draws lines over time.
 */
package dev.sluice.app.page;
