/**
 * The HTTP server of a process: routes, answers and event streams. Knows nothing of what is
 * answered.
 */
package dev.sluice.app.http;
