/**
 * Groups of options that several commands share, and the checks that need only these options. This
 * package contains no commands and starts no work.
 */
package dev.sluice.cli.option;
