package dev.sluice.it.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.it.S3Server;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A round of each script; {@code it/bin/store-campaign} plays as many as one likes. */
class S3CampaignIT {
  private static final long SEED = 25;

  @TempDir Path directory;

  @Test
  void shouldWriteTheSameWhateverHappens() throws IOException {
    S3Server.skipIfMissing();
    StoreCampaign campaign = new StoreCampaign(directory);
    int faults = 0;
    for (int round = 0; round < StoreScript.values().length; round++) {
      faults += campaign.play(SEED, round).size();
    }
    assertThat(faults).isGreaterThan(StoreScript.values().length);
  }
}
