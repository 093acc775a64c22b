package dev.sluice.objects.hub;

import java.util.Map;

/**
 * Takes the place of {@link HubFileSystemProvider} where tests name it first among the services: it
 * reads from one hub of this process, without a token, for as long as the process lives.
 */
public final class FakeHubProvider extends HubFileSystemProvider {
  /** Started when it is asked for first. */
  private static final class Started {
    static final FakeHub HUB = new FakeHub();
  }

  /** Called by the JDK, which finds it by its name. */
  public FakeHubProvider() {
    super(() -> Map.of("HF_ENDPOINT", hub().endpoint(), "HF_TOKEN", ""));
  }

  /** The hub, whose files must be there before they are listed. */
  public static FakeHub hub() {
    return Started.HUB;
  }
}
