package dev.sluice.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.core.gauge.WaitTimes;
import dev.sluice.ingest.BackPressure.TextPressure;
import dev.sluice.ingest.IngestGauge.IngestWait;
import dev.sluice.storage.source.RowTexts;
import dev.sluice.storage.source.TextHandOver;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TextPressureTest {
  private static final int BYTES = 1 << 20;

  private final WaitTimes<IngestWait> waits = new WaitTimes<>(IngestWait.class);

  @Test
  void shouldTellThatItWaitsForTheLogAndThenForTheSink() throws InterruptedException {
    TextHandOver full = new TextHandOver(BYTES);
    RowTexts texts = full.begin("data/a.parquet", 0);
    for (int row = 0; row < 4; row++) {
      texts.add(row, ByteBuffer.allocate(BYTES / 4), ByteBuffer.allocate(0), 0);
    }
    texts.publish();

    new TextPressure(told -> told.begin(IngestWait.TOPOLOGY), full, BYTES).await(waits);

    assertThat(waits.now().orElseThrow().cause()).isEqualTo(IngestWait.HAND_OVER);
    assertThat(waits.totals()).containsKey(IngestWait.TOPOLOGY);
    assertThat(waits.totals().get(IngestWait.HAND_OVER)).isGreaterThan(Duration.ofMillis(500));
  }
}
