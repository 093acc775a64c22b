package dev.sluice.app.run;

import dev.sluice.app.config.SluiceConfig;
import dev.sluice.sink.SinkSettings;
import java.util.Optional;

/** Where the texts are that are too large to travel. */
public final class SourceAccess {
  private SourceAccess() {}

  /** The input's files; empty where no input is configured. */
  public static Optional<SinkSettings.Source> of(SluiceConfig config) {
    return config
        .input()
        .path()
        .map(root -> new SinkSettings.Source(root, StartChecks.columns(config.input()).mapping()));
  }
}
