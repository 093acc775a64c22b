/**
 * The HTTP server of a process: routes, answers and event streams, with limits of time and threads.
 * Knows nothing of what is answered.
 */
package dev.sluice.app.http;
