package dev.sluice.app.doctor;

import dev.sluice.app.output.OutputOwner;
import dev.sluice.settings.Problem;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.topics.progress.Owner;
import java.util.Optional;

/** Checks that output, topics and this configuration belong together. */
final class OwnerChecks {
  private static final String OWNER = "owner";

  private final SluiceConfig config;
  private final Optional<OutputOwner> output;

  /** Checks of an output; empty where none is named, or none was begun. */
  OwnerChecks(SluiceConfig config, Optional<OutputOwner> output) {
    this.config = config;
    this.output = output;
  }

  /** Compares the configuration with that of the output. */
  void configuration(Diagnoses findings) {
    if (output.isEmpty()) {
      findings.ok("configuration", "no output exists yet to compare with");
      return;
    }
    Problems problems = new Problems();
    output.get().compare(config, problems);
    for (Problem problem : problems.all()) {
      findings.fail(
          "configuration",
          problem.toString(),
          "what the output was started with",
          "leave it out, since the output remembers it, or set it back");
    }
    if (problems.isEmpty()) {
      findings.ok("configuration", "as the output was started with");
    }
  }

  /** Compares the topics' owner with the output's. */
  void topics(String servers, String clusterId, Optional<Owner> owner, Diagnoses findings) {
    Problems problems = new Problems();
    output.ifPresent(begun -> begun.compareBroker(servers, clusterId, problems));
    for (Problem problem : problems.all()) {
      findings.fail(OWNER, problem.toString(), "the output's broker", "name that one");
    }
    if (!problems.isEmpty()) {
      return;
    }
    if (owner.isEmpty()) {
      findings.ok(OWNER, "nobody owns the topics yet");
    } else if (output.isEmpty()) {
      findings.ok(OWNER, "the topics belong to output " + owner.get().outputId());
    } else {
      compare(owner.get(), output.get(), findings);
    }
  }

  private static void compare(Owner owner, OutputOwner output, Diagnoses findings) {
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
