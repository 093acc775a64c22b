/**
 * The live page: a run document as HTML, and the stream of events that keeps it up to date. HTML is
 * made here alone; the script replaces what has changed and draws lines over time.
 */
package dev.sluice.app.page;
