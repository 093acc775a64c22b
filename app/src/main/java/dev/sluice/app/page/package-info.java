/**
 * The live page: a run document as HTML, kept up to date by a stream of events. Only this package
 * makes HTML; the script replaces what has changed and draws lines over time.
 */
package dev.sluice.app.page;
