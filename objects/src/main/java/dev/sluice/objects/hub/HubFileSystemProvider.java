package dev.sluice.objects.hub;

import dev.sluice.objects.ObjectFileSystemProvider;
import dev.sluice.objects.ObjectStore;
import java.util.Map;
import java.util.function.Supplier;

/** Reads {@code hf://datasets/ORG/NAME[@REVISION]/path}. */
public class HubFileSystemProvider extends ObjectFileSystemProvider {
  private static final String DATASETS = "datasets";

  private final Supplier<Map<String, String>> environment;

  /** Called by the JDK. The JDK finds this constructor by the name of the class. */
  public HubFileSystemProvider() {
    this(System::getenv);
  }

  /**
   * @param environment supplies the variables with the address of the hub and the token, when the
   *     provider is first used
   */
  HubFileSystemProvider(Supplier<Map<String, String>> environment) {
    super("hf");
    this.environment = environment;
  }

  @Override
  protected final ObjectStore open(String kind) {
    if (!kind.equals(DATASETS)) {
      throw new IllegalArgumentException(
          "hf://%s/: only data sets can be read; specify hf://datasets/ORG/NAME[@REVISION]/path"
              .formatted(kind));
    }
    return new HubStore(HubClient.ofEnvironment(environment.get(), HubClient.Patience.USUAL));
  }
}
