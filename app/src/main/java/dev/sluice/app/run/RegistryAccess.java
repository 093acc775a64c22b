package dev.sluice.app.run;

import dev.sluice.app.Failure;
import dev.sluice.settings.ConfigException;
import dev.sluice.settings.Problem;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.TopicsConfig.AvroEncoding;
import dev.sluice.topics.record.SchemaRegistry;
import dev.sluice.topics.record.SchemaRegistry.RegistryRefusedException;
import dev.sluice.topics.record.SchemaRegistry.RegistrySilentException;
import dev.sluice.topics.record.WireFormat;
import java.util.List;
import java.util.Optional;

/** The configured encoding of values, and messages for failures of its schema registry. */
public final class RegistryAccess {
  private RegistryAccess() {}

  /** For readers: contacts the registry only when a record needs it. */
  static WireFormat reading(SluiceConfig config) {
    return registry(config).map(WireFormat::singleObject).orElseGet(WireFormat::singleObject);
  }

  /**
   * For writers: registers the schemas if the encoding needs that.
   *
   * @throws Failure if the registry does not answer
   * @throws ConfigException if it refuses
   */
  static WireFormat writing(SluiceConfig config) {
    if (config.topics().encoding() == AvroEncoding.SINGLE_OBJECT) {
      return reading(config);
    }
    try {
      return WireFormat.confluent(registry(config).orElseThrow());
    } catch (RegistrySilentException | RegistryRefusedException e) {
      throw failure(e).orElseThrow();
    }
  }

  private static Optional<SchemaRegistry> registry(SluiceConfig config) {
    return config
        .topics()
        .registry()
        .map(registry -> new SchemaRegistry(registry.url(), registry.authorization()));
  }

  /** The exception to throw instead if a registry is the cause of an error. */
  public static Optional<RuntimeException> failure(Throwable error) {
    return Failure.causes(error).flatMap(at -> failure(at, error).stream()).findFirst();
  }

  private static Optional<RuntimeException> failure(Throwable at, Throwable error) {
    if (at instanceof RegistrySilentException) {
      return Optional.of(
          new Failure(
              at.getMessage()
                  + ": start it, or name another under topics.registry-url; nothing is lost, the"
                  + " same command continues",
              error));
    }
    return at instanceof RegistryRefusedException refusal
        ? Optional.of(new ConfigException(List.of(problem(refusal))))
        : Optional.empty();
  }

  private static Problem problem(RegistryRefusedException refusal) {
    return refusal.isUnauthorized()
        ? new Problem(
            "topics.registry-properties",
            "",
            refusal.getMessage() + ": set basic.auth.user.info or bearer.auth.token as it demands")
        : new Problem(
            "topics.registry-url",
            "",
            refusal.getMessage()
                + ": name a registry that does; some have this API below a path, such as"
                + " /apis/ccompat/v7");
  }
}
