/** The HTTP server of a process: routes and answers. Knows nothing of what is answered. */
package dev.sluice.app.http;
