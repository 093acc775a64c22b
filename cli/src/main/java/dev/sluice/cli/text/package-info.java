/** What commands print of results, as text. */
package dev.sluice.cli.text;
