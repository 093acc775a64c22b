/**
 * The main job as processes. This package opens what a role needs before it can start (work
 * directory, broker, topics, owner), makes the stages' settings from the configuration, and starts
 * and stops the roles in order.
 */
package dev.sluice.app.run;
