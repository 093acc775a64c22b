package dev.sluice.embedded.testing;

import dev.sluice.embedded.EmbeddedBroker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives all classes of a JVM the same broker, which each uses with topics of its own. */
public final class SharedBroker implements ParameterResolver {
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == EmbeddedBroker.class;
  }

  @Override
  public EmbeddedBroker resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.GLOBAL)
        .computeIfAbsent(Running.class, key -> Running.start(), Running.class)
        .broker();
  }

  /** Ends with the JVM's last test. */
  private record Running(Path directory, EmbeddedBroker broker) implements AutoCloseable {
    static Running start() {
      try {
        Path directory = Files.createTempDirectory("broker");
        return new Running(
            directory, EmbeddedBroker.start(EmbeddedBroker.Settings.in(directory), fault -> {}));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() throws IOException {
      broker.close();
      Utils.delete(directory.toFile());
    }
  }
}
