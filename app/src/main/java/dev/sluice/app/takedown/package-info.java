/** Take-downs: what a user names. */
package dev.sluice.app.takedown;
