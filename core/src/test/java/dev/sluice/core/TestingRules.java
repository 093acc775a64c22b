package dev.sluice.core;

import java.util.List;

/** The default rules, written down a second time. */
final class TestingRules {
  static final ScoreBuckets FINEWEB_EDU =
      new ScoreBuckets(
          List.of(
              new Bucket("2.8", 2.8, 3.0, 0.30),
              new Bucket("3.0", 3.0, 3.5, 0.60),
              new Bucket("3.5", 3.5, 4.0, 0.80),
              new Bucket("4.0", 4.0, Double.POSITIVE_INFINITY, 1.0)),
          1e-9);

  static final CurationRules RULES = new CurationRules(0, 5, 1, FINEWEB_EDU, 42, DedupScope.BUCKET);

  private TestingRules() {}
}
