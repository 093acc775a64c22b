/**
 * The HTTP server of a process: routes, answers and event streams. Knows nothing about the content
 * of answers.
 */
package dev.sluice.app.http;
