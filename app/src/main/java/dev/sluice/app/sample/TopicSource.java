package dev.sluice.app.sample;

import dev.sluice.algorithms.sample.SmallestHashes;
import dev.sluice.app.Failure;
import dev.sluice.core.HashSampler;
import dev.sluice.jobs.sample.BucketFigures;
import dev.sluice.jobs.sample.IdRule;
import dev.sluice.jobs.sample.SampleOptions;
import dev.sluice.jobs.sample.SampleOutput;
import dev.sluice.jobs.sample.SampleRequest;
import dev.sluice.jobs.sample.SampleSource;
import dev.sluice.jobs.text.JobPhase;
import dev.sluice.jobs.text.JobPosition;
import dev.sluice.jobs.text.JobProgress;
import dev.sluice.jobs.text.JobRefusedException;
import dev.sluice.sink.SourceTexts;
import dev.sluice.topics.record.DocumentRecord;
import dev.sluice.topics.record.TopicDocument;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Samples the documents of the curated topics by the hashes {@code MD5("{seed}_{id}")[:8]} of their
 * ids. Documents are ordered by partition and offset, which also breaks ties. The sample covers
 * what is committed when it starts.
 *
 * <p>Reads each topic twice: for the ids, then for the texts of the selected documents. Memory: 18
 * bytes per requested row, and the texts of a batch.
 */
public final class TopicSource implements SampleSource {
  private static final JobPhase COPYING = JobPhase.ofItems("copying texts");

  /** Approximate size of the texts of a batch. */
  private static final long BATCH_BYTES = 32 << 20;

  private final CuratedTopics topics;
  private final SourceTexts sources;
  private final SampleRequest request;
  private final SampleOptions options;
  private final JobProgress progress;
  private final List<CuratedTopics.Log> logs = new ArrayList<>();
  private long before;

  /**
   * @param sources reads texts that stayed in the source
   */
  public TopicSource(
      CuratedTopics topics,
      SourceTexts sources,
      SampleRequest request,
      SampleOptions options,
      JobProgress progress) {
    this.topics = topics;
    this.sources = sources;
    this.request = request;
    this.options = options;
    this.progress = progress;
  }

  @Override
  public List<String> survey() {
    List<JobRefusedException.OfKey> problems = new ArrayList<>();
    List<String> there = topics.buckets();
    for (SampleRequest.Part part : request.parts()) {
      if (!there.contains(part.bucket().name())) {
        problems.add(
            new JobRefusedException.OfKey(
                part.bucket().key(),
                "no topic %s; there are topics of: %s"
                    .formatted(
                        topics.name(part.bucket().name()),
                        there.isEmpty() ? "no bucket" : String.join(", ", there))));
      }
    }
    if (!problems.isEmpty()) {
      throw new JobRefusedException(problems);
    }
    request.parts().forEach(part -> logs.add(topics.log(part.bucket().name())));
    return logs.stream().map(CuratedTopics.Log::toString).collect(Collectors.toList());
  }

  @Override
  public Copied copy(SampleOutput output) throws IOException, InterruptedException {
    List<BucketFigures> figures = new ArrayList<>();
    for (int bucket = 0; bucket < logs.size(); bucket++) {
      SampleRequest.Part part = request.parts().get(bucket);
      SmallestHashes chosen =
          new SmallestHashes(part.bucket().count(), part.bucket().count() / 8, -1);
      long documents = choose(logs.get(bucket), chosen);
      copy(bucket, chosen.finish(), output);
      figures.add(BucketFigures.of(part, IdRule.RECORD, documents));
    }
    return new Copied(before, figures, List.of());
  }

  private long choose(CuratedTopics.Log log, SmallestHashes chosen)
      throws IOException, InterruptedException {
    HashSampler sampler = new HashSampler(request.seed());
    JobPhase hashing = JobPhase.ofItems("hashing ids of " + log.topic());
    long[] count = new long[1];
    long[] hash = new long[1];
    long[] position = new long[1];
    topics.read(
        log,
        (at, document) -> {
          hash[0] = HashSampler.hash(sampler.digest(document.id()));
          position[0] = at;
          chosen.offer(hash, position, 1);
          count[0]++;
          progress.reached(JobPosition.of(hashing, count[0], log.offsets()));
        });
    return count[0];
  }

  private void copy(int bucket, long[] positions, SampleOutput output)
      throws IOException, InterruptedException {
    Texts texts = new Texts(bucket, output);
    int[] next = new int[1];
    topics.read(
        logs.get(bucket),
        (at, document) -> {
          if (next[0] < positions.length && positions[next[0]] == at) {
            texts.add(document);
            next[0]++;
            progress.reached(JobPosition.of(COPYING, next[0], positions.length));
          }
        });
    if (next[0] < positions.length) {
      throw new Failure(
          "%s: %d of %d chosen records were deleted while they were sampled: the same command begins again with those that are left"
              .formatted(logs.get(bucket).topic(), positions.length - next[0], positions.length));
    }
    texts.hand();
    before += positions.length;
  }

  /** The documents of a bucket's next batch. */
  private final class Texts {
    private final int bucket;
    private final SampleOutput output;
    private List<TopicDocument> documents = new ArrayList<>();
    private long bytes;
    private long done;

    Texts(int bucket, SampleOutput output) {
      this.bucket = bucket;
      this.output = output;
    }

    void add(TopicDocument document) throws IOException, InterruptedException {
      documents.add(document);
      bytes += document instanceof DocumentRecord whole ? whole.textLength() : 0;
      done++;
      boolean full = bytes >= BATCH_BYTES || documents.size() >= options.batchRows();
      if (full || (before + done) % options.maxRows() == 0) {
        hand();
      }
    }

    void hand() throws IOException, InterruptedException {
      List<TopicDocument> full = documents;
      documents = new ArrayList<>();
      bytes = 0;
      if (full.isEmpty()) {
        return;
      }
      int part = Math.toIntExact((before + done - 1) / options.maxRows());
      if (!output.isComplete(part)) {
        output.add(
            part,
            bucket,
            batch -> {
              for (TopicDocument document : full) {
                if (document.pointer().isPresent()) {
                  sources.read(
                      document,
                      document.pointer().get(),
                      (text, columns) ->
                          batch.text(
                              text.array(),
                              text.arrayOffset() + text.position(),
                              text.remaining()));
                } else if (document instanceof DocumentRecord whole) {
                  batch.text(whole.textBytes(), whole.textOffset(), whole.textLength());
                }
              }
            });
      }
    }
  }
}
