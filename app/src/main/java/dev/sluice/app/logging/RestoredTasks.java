package dev.sluice.app.logging;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * Passes over what Kafka Streams calls an error at the first start after a kill: stores that were
 * not closed are "corrupted", and restored from their changelogs. That is expected; our own lines
 * tell of it.
 */
final class RestoredTasks extends AbstractFilter {
  private static final String SIGN = "TaskCorruptedException";

  @Override
  public Result filter(LogEvent event) {
    return event.getMessage().getFormattedMessage().contains(SIGN) ? Result.DENY : Result.NEUTRAL;
  }
}
