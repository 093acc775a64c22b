package dev.sluice.ingest.source;

import dev.sluice.core.Counters;
import dev.sluice.topics.progress.ListedFile;
import dev.sluice.topics.record.EndOfUnit;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/** Checks that a unit's marker will fit into a record: it lists all files of the unit. */
public final class MarkerRoom {
  /** For counters, and the reasons of some thousand quarantined files. */
  private static final int REST_BYTES = 256 << 10;

  private MarkerRoom() {}

  /** Why a unit cannot be started; empty if its marker will fit. */
  public static Optional<String> problem(UnitPlan plan, int maxRecordBytes) {
    List<String> inputs = plan.files().stream().map(ListedFile::path).toList();
    long paths =
        new EndOfUnit(plan.unit(), 0, inputs, new TreeMap<>(), new Counters(), new Counters())
            .encode()
            .length;
    return paths + REST_BYTES <= maxRecordBytes
        ? Optional.empty()
        : Optional.of(
            "input.path: the paths of the %,d files of unit %s take %,d bytes in the record that ends it; with %,d for counts and reasons that is more than the %,d that a record holds (input.max-document-size and 1 MiB): move some of the files out of the input, and back when the others have been read"
                .formatted(
                    plan.files().size(), plan.unit().id(), paths, REST_BYTES, maxRecordBytes));
  }
}
