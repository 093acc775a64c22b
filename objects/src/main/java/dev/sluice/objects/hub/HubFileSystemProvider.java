package dev.sluice.objects.hub;

import dev.sluice.objects.ObjectFileSystemProvider;
import dev.sluice.objects.ObjectStore;

/** Reads {@code hf://datasets/ORG/NAME[@REVISION]/path}. */
public final class HubFileSystemProvider extends ObjectFileSystemProvider {
  private static final String DATASETS = "datasets";

  /** Called by the JDK, which finds it by its name. */
  public HubFileSystemProvider() {
    super("hf");
  }

  @Override
  protected ObjectStore open(String kind) {
    if (!kind.equals(DATASETS)) {
      throw new IllegalArgumentException(
          "hf://%s/: only data sets are read, as hf://datasets/ORG/NAME[@REVISION]/path"
              .formatted(kind));
    }
    return new HubStore(HubClient.ofEnvironment(System.getenv(), HubClient.Patience.USUAL));
  }
}
