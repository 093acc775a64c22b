/** Take-downs: reads the files and keys with which a user names documents. */
package dev.sluice.app.takedown;
