/**
 * Checks machine, disks, state, broker and topics, and reports what is wrong and how to fix it.
 * Changes nothing. What cannot be examined is also reported as a finding, never as a stack trace.
 */
package dev.sluice.app.doctor;
