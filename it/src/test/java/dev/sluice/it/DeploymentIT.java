package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.run.Deployment;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.load.ConfigLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeploymentIT {
  @TempDir Path directory;

  /** A role other than the sink writes to the output only once, when it claims the output. */
  @Test
  void shouldDeleteTheFileThatAKilledClaimLeft() throws Exception {
    Path output = directory.resolve("output");
    Path left;
    try (Deployment killed = Deployment.open(config(output))) {
      Path own =
          Deployment.layout(killed.config()).orElseThrow().temporary(killed.instanceId(), output);
      left = Files.writeString(Files.createDirectories(own).resolve(".owner.json.1.tmp"), "{");
    }

    Deployment.open(config(output)).close();

    assertThat(left).doesNotExist();
  }

  private SluiceConfig config(Path output) {
    List<String> paths = List.of("input.path=" + directory, "output.path=" + output);
    return new ConfigLoader(
            Map.of(), Machine.current(), OutputOwner::remembered, (config, roles, problems) -> {})
        .load(ConfigRequest.of(Optional.empty(), paths).running(EnumSet.copyOf(Role.all())))
        .config();
  }
}
