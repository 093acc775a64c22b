package dev.sluice.app.output;

import dev.sluice.storage.output.Compaction;
import dev.sluice.storage.output.CompactionLog;
import dev.sluice.storage.output.CutLog;
import dev.sluice.storage.output.CutRecord;
import dev.sluice.storage.output.CutRecordMemory;
import dev.sluice.storage.output.Manifests;
import dev.sluice.storage.output.OutputLayout;
import dev.sluice.topics.TopicNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Derives the manifests of an output from its files, for commands that only look at it. Whoever
 * looks again reads only the records that were added since.
 */
public final class OutputManifests {
  private final OutputOwner owner;
  private final CompactionLog compactions;
  private final List<CutLog> logs = new ArrayList<>();

  /** Those of an output, of which nothing is read yet. */
  public OutputManifests(OutputLayout layout, OutputOwner owner, TopicNames names) {
    this.owner = owner;
    this.compactions = new CompactionLog(layout);
    CutRecordMemory memory = new CutRecordMemory();
    for (String topic : names.curated()) {
      for (int partition = 0; partition < owner.partitions(); partition++) {
        logs.add(new CutLog(layout.cuts(topic, partition), memory));
      }
    }
  }

  /** The manifests of what is published now. */
  public Manifests read() throws IOException {
    List<Compaction> compacted = compactions.read();
    List<List<CutRecord>> cuts = CutLog.all(logs, CutLog::read);
    return new Manifests(owner.buckets(), owner.content(), cuts, compacted);
  }
}
