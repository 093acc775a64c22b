package dev.sluice.app.doctor;

import dev.sluice.app.output.OutputOwner;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.topics.progress.Owner;
import java.util.Optional;

/** Checks that output, topics and this configuration belong together. */
final class OwnerChecks {
  private static final String OWNER = "owner";

  private OwnerChecks() {}

  /**
   * Compares the configuration with that of the output.
   *
   * @param output empty where none is named, or none was begun
   */
  static void configuration(SluiceConfig config, Optional<OutputOwner> output, Findings findings) {
    Problems problems = new Problems();
    output.ifPresent(begun -> begun.compare(config, problems));
    findings.require(
        problems,
        "configuration",
        output.isPresent()
            ? "as the output was started with"
            : "no output exists yet to compare with",
        "what the output was started with",
        "leave it out, since the output remembers it, or set it back");
  }

  /** Compares the topics' owner with the output's, on the broker of a cluster. */
  static void topics(
      String servers,
      String clusterId,
      Optional<Owner> owner,
      Optional<OutputOwner> output,
      Findings findings) {
    Problems problems = new Problems();
    output.ifPresent(begun -> begun.compareBroker(servers, clusterId, problems));
    if (!problems.isEmpty()) {
      findings.require(problems, OWNER, "", "the output's broker", "name that one");
    } else if (owner.isEmpty()) {
      findings.ok(OWNER, "nobody owns the topics yet");
    } else if (output.isEmpty()) {
      findings.ok(OWNER, "the topics belong to output " + owner.get().outputId());
    } else {
      compare(owner.get(), output.get(), findings);
    }
  }

  private static void compare(Owner owner, OutputOwner output, Findings findings) {
    if (!owner.outputId().isEmpty() && !owner.outputId().equals(output.outputId())) {
      findings.fail(
          OWNER,
          "the topics %s.* belong to output %s, this is %s"
              .formatted(output.topicPrefix(), owner.outputId(), output.outputId()),
          "topics of its own for each output",
          "another kafka.topic-prefix for the later one");
    } else if (!owner.content().equals(output.content())) {
      findings.fail(
          OWNER,
          "the topics' owner record and the output's owner.json differ in their configuration",
          "the same in both",
          "owner.json was changed: restore it");
    } else {
      findings.ok(OWNER, "output and topics belong together: " + output.outputId());
    }
  }
}
