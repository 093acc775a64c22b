/** The HTTP server of a process: routes and answers. Knows nothing about the content of answers. */
package dev.sluice.app.http;
