package dev.sluice.app.logging;

import java.util.function.Consumer;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;

/** Passes each line, with its line feed, to a consumer. */
final class LineAppender extends AbstractAppender {
  private final AbstractStringLayout layout;
  private final Consumer<String> lines;

  LineAppender(String name, AbstractStringLayout layout, Consumer<String> lines) {
    super(name, null, layout, false, Property.EMPTY_ARRAY);
    this.layout = layout;
    this.lines = lines;
  }

  @Override
  public void append(LogEvent event) {
    lines.accept(layout.toSerializable(event));
  }
}
