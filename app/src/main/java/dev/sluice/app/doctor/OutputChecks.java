package dev.sluice.app.doctor;

import dev.sluice.app.output.OutputOwner;
import dev.sluice.core.values.PinnedPath;
import dev.sluice.ingest.source.FileTail;
import dev.sluice.settings.Problems;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.CutLogs;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.PartitionLogs;
import dev.sluice.topics.TopicNames;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.progress.Ownership.Owner;
import dev.sluice.topics.progress.ProgressState;
import dev.sluice.topics.progress.ProgressState.UnitFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;

/** Checks that an output, its topics and its sources belong together. */
final class OutputChecks {
  private static final String OWNER = "owner";

  private final OutputLayout layout;
  private final OutputOwner owner;
  private final Findings findings;

  OutputChecks(OutputLayout layout, OutputOwner owner, Findings findings) {
    this.layout = layout;
    this.owner = owner;
    this.findings = findings;
  }

  void configuration(SluiceConfig config) {
    Problems problems = new Problems();
    owner.compare(config, problems);
    findings.require(
        problems,
        "configuration",
        "equal to the configuration that the output was started with",
        "the configuration that the output was started with",
        "omit the key (the output remembers its value), or restore the value");
  }

  /**
   * Compares the output with the owner of the topics.
   *
   * @param clusterId cluster id of the broker
   */
  void owner(String servers, String clusterId, Optional<Owner> ofTopics) {
    Problems problems = new Problems();
    owner.compareBroker(servers, clusterId, problems);
    if (!problems.isEmpty()) {
      findings.require(
          problems,
          OWNER,
          "",
          "the broker that the output was started on",
          "specify that broker with --kafka or --work-dir");
    } else if (ofTopics.isEmpty()) {
      findings.ok(OWNER, "no output owns the topics yet");
    } else if (ofTopics.get().isOtherThan(owner.outputId())) {
      findings.fail(
          OWNER,
          "the topics %s.* belong to output %s, but this is output %s"
              .formatted(owner.topicPrefix(), ofTopics.get().outputId(), owner.outputId()),
          "separate topics for each output",
          "choose a different kafka.topic-prefix for the output that was started later");
    } else if (!ofTopics.get().content().equals(owner.content())) {
      findings.fail(
          OWNER,
          "the owner record in the topics and owner.json of the output contain different"
              + " configurations",
          "the same configuration in both",
          "restore the original owner.json");
    } else {
      findings.ok(OWNER, "the topics belong to this output: " + owner.outputId());
    }
  }

  /** Checks that the input files of units that are not sealed still exist. */
  void sources(Path input, ProgressState known, TopicNames names) throws IOException {
    Manifests manifests =
        new CutLogs(layout, names, owner.partitions(), owner.content()).manifests();
    List<UnitFiles> unsealed =
        known.units().stream().filter(unit -> !manifests.isComplete(unit.unit())).toList();
    List<String> problems = new ArrayList<>();
    for (UnitFiles unit : unsealed) {
      Set<String> quarantined =
          known.progress(unit.unit()).map(at -> at.quarantined().keySet()).orElse(Set.of());
      for (ListedFile file : unit.files()) {
        Path path = PinnedPath.of(input, unit.sources(), file.path());
        boolean isThere = Files.exists(path);
        if (!quarantined.contains(file.path()) && !(isThere && isSame(path, file))) {
          problems.add(
              "%s of unit %s %s"
                  .formatted(file.path(), unit.unit(), isThere ? "was changed" : "is missing"));
        }
      }
    }
    String more = problems.size() < 2 ? "" : ", and %d more".formatted(problems.size() - 1);
    findings.require(
        problems.isEmpty(),
        "sources",
        problems.isEmpty()
            ? "%d units are not sealed, and their files are unchanged".formatted(unsealed.size())
            : problems.get(0) + more,
        "files that do not change between ingest and the sealing of their unit",
        "restore them");
  }

  private static boolean isSame(Path path, ListedFile file) throws IOException {
    long modified = Files.getLastModifiedTime(path).toMillis();
    return FileTail.isSame(path, file, new ListedFile(file.path(), Files.size(path), modified));
  }

  /** Checks that the output can continue where the curated topics have records. */
  void cuts(Admin admin, List<TopicPartition> curated, Map<String, String> topicIds)
      throws IOException {
    Map<TopicPartition, Long> starts = PartitionLogs.starts(admin, curated);
    Map<TopicPartition, Long> ends = PartitionLogs.ends(admin, curated);
    String check = "cut records";
    boolean well = true;
    for (TopicPartition partition : curated) {
      Optional<CutRecord> last =
          new CutLog(layout.cuts(partition.topic(), partition.partition())).last();
      long next = last.map(CutRecord::nextOffset).orElse(0L);
      String topic = topicIds.get(partition.topic());
      if (last.isPresent() && !last.get().isOfTopic(topic)) {
        well = false;
        findings.fail(
            check,
            "%s was re-created after the last cut of the output".formatted(partition),
            "the topic %s".formatted(last.get().topicId()),
            "start a new output, or choose a different prefix: offsets of the old topic are not"
                + " valid in the re-created topic");
      } else if (next < starts.get(partition) || next > ends.get(partition)) {
        well = false;
        findings.fail(
            check,
            "the output has to continue reading %s at offset %d, but the log only has offsets %d to %d"
                .formatted(partition, next, starts.get(partition), ends.get(partition)),
            "an offset within the log",
            next > ends.get(partition)
                ? "the broker lost acknowledged records: start a new output with a different prefix"
                : "restore _sluice/cuts of the output, or start a new output with a different"
                    + " prefix");
      }
    }
    if (well) {
      findings.ok(check, "the output continues within the log of every partition");
    }
  }
}
