package dev.sluice.app.logging;

import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * Filters an expected message of Kafka Streams: at the first start after a kill, it reports stores
 * that were not closed as "corrupted" and restores them from their changelogs. Sluice logs the
 * restore itself.
 */
final class RestoredTasks extends AbstractFilter {
  private static final String SIGN = "TaskCorruptedException";

  @Override
  public Result filter(LogEvent event) {
    return event.getMessage().getFormattedMessage().contains(SIGN) ? Result.DENY : Result.NEUTRAL;
  }
}
