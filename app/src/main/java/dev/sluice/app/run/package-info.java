/**
 * The main job as processes: what a role needs before it can start (work directory, broker, topics,
 * owner), the stages' settings made from the configuration, and starting and stopping in order.
 */
package dev.sluice.app.run;
