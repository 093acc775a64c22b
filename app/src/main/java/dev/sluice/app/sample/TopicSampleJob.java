package dev.sluice.app.sample;

import dev.sluice.app.run.BrokerAccess;
import dev.sluice.app.run.Stages;
import dev.sluice.jobs.sample.BucketRequest;
import dev.sluice.jobs.sample.DatasetRequest;
import dev.sluice.jobs.sample.IdRule;
import dev.sluice.jobs.sample.SampleOptions;
import dev.sluice.jobs.sample.SampleReport;
import dev.sluice.jobs.sample.SampleRequest;
import dev.sluice.jobs.sample.Sampler;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.sink.SourceTexts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Samples curated topics. */
public final class TopicSampleJob {
  private static final long SOURCE_BYTES = 64 << 20;

  private TopicSampleJob() {}

  /** Adapts a request to records, which have ids. */
  public static SampleRequest requestOf(SampleRequest request) {
    List<DatasetRequest> datasets = new ArrayList<>();
    for (DatasetRequest dataset : request.datasets()) {
      List<BucketRequest> buckets =
          dataset.buckets().stream().map(TopicSampleJob::ofRecords).toList();
      datasets.add(
          new DatasetRequest(
              dataset.key(), dataset.name(), dataset.source(), dataset.textColumn(), buckets));
    }
    return new SampleRequest(datasets, request.seed(), request.output());
  }

  private static BucketRequest ofRecords(BucketRequest bucket) {
    return new BucketRequest(
        bucket.key(), bucket.name(), bucket.count(), bucket.path(), Optional.of(IdRule.RECORD));
  }

  /** Samples the topics of a broker. */
  public static SampleReport run(
      BrokerAccess broker,
      SluiceConfig config,
      SampleRequest request,
      SampleOptions options,
      Sampler sampler,
      JobProgress progress)
      throws IOException, InterruptedException {
    try (CuratedTopics topics = new CuratedTopics(broker.connection(), broker.topicPrefix());
        SourceTexts sources =
            new SourceTexts(Stages.source(config), topics.pinned(), SOURCE_BYTES)) {
      return sampler.run(new TopicSource(topics, sources, request, options, progress));
    }
  }
}
