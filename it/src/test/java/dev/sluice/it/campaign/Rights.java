package dev.sluice.it.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.Certificates;
import dev.sluice.it.ProgramProcess;
import dev.sluice.it.SecuredBroker;
import java.util.ArrayList;
import java.util.List;

/** Incidents of what users may do on a broker. */
final class Rights {
  private static final String REFUSED = "the broker does not delete records";
  private static final int MOST_CUTS = 15;

  private Rights() {}

  /** It warns and does all else; now and then somebody gives it the right while it works. */
  static Outcome sinkMayNotDelete(Scene scene) {
    try (SecuredBroker broker =
        SecuredBroker.start(scene.directory().resolve("secured"), Certificates.valid())) {
      scene.roles().stream()
          .filter(role -> role != Role.SINK && role != Role.INGEST)
          .forEach(role -> start(scene, broker, role, SecuredBroker.USER));
      ProgramProcess sink = start(scene, broker, Role.SINK, SecuredBroker.LIMITED);
      ProgramProcess ingest = start(scene, broker, Role.INGEST, SecuredBroker.USER);
      sink.awaitThat("a warning", () -> sink.err().contains(REFUSED));
      if (scene.random().nextBoolean()) {
        scene.awaitCuts(sink, 1 + scene.random().nextInt(MOST_CUTS));
        broker.allowDeletion();
      }
      Outcome outcome = scene.finish(ingest);
      assertThat(sink.isAlive()).as(sink.err()).isTrue();
      assertThat(warned(sink)).as(sink.err()).isNotEmpty().doesNotHaveDuplicates();
      return outcome;
    }
  }

  private static ProgramProcess start(Scene scene, SecuredBroker broker, Role role, String user) {
    List<String> arguments = new ArrayList<>(scene.stage().arguments(role));
    arguments.set(arguments.indexOf("--kafka") + 1, broker.servers());
    arguments.addAll(broker.options(user));
    return scene.start(arguments);
  }

  /** The topics that a process has warned of. */
  private static List<String> warned(ProgramProcess program) {
    return program
        .err()
        .lines()
        .filter(line -> line.contains(REFUSED))
        .map(line -> line.replaceAll(".* topic=(\\S+).*", "$1"))
        .toList();
  }
}
