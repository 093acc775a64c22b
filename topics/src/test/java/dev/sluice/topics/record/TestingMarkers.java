package dev.sluice.topics.record;

import dev.sluice.core.Counters;
import dev.sluice.core.InputLosses;
import dev.sluice.core.Outcome;
import dev.sluice.core.Unit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Markers with something in every field. */
final class TestingMarkers {
  private static final String DUMP = "CC-MAIN-2024-10";

  private TestingMarkers() {}

  static EndOfUnit full() {
    Counters ingested = new Counters();
    ingested.add(new Counters.Key(DUMP, Counters.NO_BUCKET, Counters.ROWS), 1_000_000);
    ingested.add(new Counters.Key("unknown", "3.0", Outcome.SAMPLED_OUT.key()), 5);
    Counters curated = new Counters();
    curated.add(new Counters.Key(DUMP, "3.0", Outcome.KEPT.key()), 300);
    return new EndOfUnit(
        new Unit("data/" + DUMP, 2),
        1,
        List.of("data/a.parquet", "data/ö.parquet"),
        new TreeMap<>(Map.of("data/ö.parquet", "row group 3 is cut off")),
        ingested,
        curated,
        InputLosses.NONE.plus("data/ö.parquet", 700, Map.of(Outcome.EMPTY_TEXT.key(), 7L)),
        new TreeMap<>(Map.of(".", "hf://datasets/org/name@0f98b1")));
  }

  /** The same of an input that lost nothing and has no commits. */
  static EndOfUnit plain() {
    EndOfUnit full = full();
    return new EndOfUnit(
        full.unit(),
        full.partition(),
        full.inputs(),
        full.quarantined(),
        full.ingested(),
        full.curated());
  }

  static EndOfUnit empty() {
    return new EndOfUnit(
        new Unit(Unit.LOOSE_FILES, 1),
        0,
        List.of(),
        new TreeMap<>(),
        new Counters(),
        new Counters());
  }
}
