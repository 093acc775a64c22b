package dev.sluice.cli.option;

import dev.sluice.app.config.HttpConfig;
import dev.sluice.app.config.LoadedConfig;
import picocli.CommandLine.Option;

/** {@code --page}: a live page of what a command does. */
public final class PageOption {
  @Option(
      names = "--page",
      description =
          "Serve a live page on this machine while the command runs, and print its address. On"
              + " http.port if that is configured, else on any free port.")
  private boolean page;

  /** Whether the page is asked for. */
  public boolean isGiven() {
    return page;
  }

  /** The configuration, with a port if the page is asked for. */
  public LoadedConfig on(LoadedConfig loaded) {
    return page ? loaded.with(loaded.config().with(loaded.config().http().onSomePort())) : loaded;
  }

  /** The endpoint of a command without a configuration: none unless the page is asked for. */
  public HttpConfig http() {
    return page ? HttpConfig.NONE.onSomePort() : HttpConfig.NONE;
  }
}
