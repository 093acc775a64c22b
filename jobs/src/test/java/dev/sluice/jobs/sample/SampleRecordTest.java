package dev.sluice.jobs.sample;

import dev.sluice.jobs.sample.SampleDirectory.PartRecord;
import dev.sluice.jobs.sample.SampleRecord.QuarantinedFile;
import dev.sluice.storage.testing.DamagedJson;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SampleRecordTest {
  private static final List<QuarantinedFile> QUARANTINED =
      List.of(new QuarantinedFile("b.parquet", "cut off", 3));

  @Test
  void shouldRefuseRecordsThatAreDamaged() throws IOException {
    DamagedJson.require(
        SampleRecord.class,
        new SampleRecord(
            List.of("seed 7"),
            "hash",
            true,
            List.of(new SampleRecord.OutputFile("train-0.parquet", 2, 9)),
            2,
            List.of("bucket 4.0 has fewer rows"),
            QUARANTINED,
            1,
            List.of("row 1: no text"),
            0));
    DamagedJson.require(
        PartRecord.class,
        new PartRecord(0, 2, 9, List.of(2L), 0, 1, List.of("row 1: no text"), QUARANTINED));
  }
}
