package dev.sluice.it.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
    assumeTrue(
        S3Server.isAvailable(),
        "skipped: needs S3Proxy, which mvn -Ds3 downloads (55 MB), or versitygw");
    StoreCampaign campaign = new StoreCampaign(directory);
    int faults = 0;
    for (int round = 0; round < StoreScript.values().length; round++) {
      faults += campaign.play(SEED, round).size();
    }
    assertThat(faults).isGreaterThan(StoreScript.values().length);
  }
}
