package dev.sluice.streams.keys;

import java.util.Map;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StateStoreContext;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.internals.InternalProcessorContext;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.internals.CacheFlushListener;
import org.apache.kafka.streams.state.internals.CachedStateStore;

/**
 * A store without content that lets a processor forward held-back records before its task commits.
 *
 * <p>Before every commit, and so before a task is closed or moves, Kafka Streams asks each store
 * with a cache to forward what is in it, then flushes the producer, and then commits the offsets of
 * what was read ({@code StreamTask.prepareCommit}). So what is held back is in the same transaction
 * as its input. If that is aborted, the input is read again. Kafka's own aggregations emit in this
 * way, but there is no public interface for it: punctuation and {@code ProcessorContext.commit} do
 * not precede the commits of rebalances and of closing. A version of Kafka that no longer asks is
 * noticed by {@code BandRecordsIT}.
 *
 * <p>Used by the stream thread of its task.
 */
public final class CommitHook implements StateStore, CachedStateStore<byte[], byte[]> {
  private final String name;
  private Runnable beforeCommit = () -> {};
  private boolean open;

  private CommitHook(String name) {
    this.name = name;
  }

  /** Builds the hook of each task. Has no changelog. */
  private static final class Builder implements StoreBuilder<CommitHook> {
    private final String name;

    Builder(String name) {
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public CommitHook build() {
      return new CommitHook(name);
    }

    @Override
    public StoreBuilder<CommitHook> withCachingEnabled() {
      return this;
    }

    @Override
    public StoreBuilder<CommitHook> withCachingDisabled() {
      return this;
    }

    @Override
    public StoreBuilder<CommitHook> withLoggingEnabled(Map<String, String> config) {
      throw new UnsupportedOperationException("a hook does not support a changelog");
    }

    @Override
    public StoreBuilder<CommitHook> withLoggingDisabled() {
      return this;
    }

    @Override
    public Map<String, String> logConfig() {
      return Map.of();
    }

    @Override
    public boolean loggingEnabled() {
      return false;
    }
  }

  /**
   * Defines the hook of a processor.
   *
   * @param name of the store
   */
  public static StoreBuilder<CommitHook> builder(String name) {
    return new Builder(name);
  }

  /**
   * Sets the action before each commit of the task.
   *
   * @param context of the processor, which must be initializing
   * @param action may forward as the processor does
   */
  public void attach(ProcessorContext<?, ?> context, Runnable action) {
    InternalProcessorContext<?, ?> task = (InternalProcessorContext<?, ?>) context;
    ProcessorNode<?, ?, ?, ?> node = task.currentNode();
    beforeCommit =
        () -> {
          ProcessorNode<?, ?, ?, ?> before = task.currentNode();
          task.setCurrentNode(node);
          try {
            action.run();
          } finally {
            task.setCurrentNode(before);
          }
        };
  }

  @Override
  public void flushCache() {
    beforeCommit.run();
  }

  /** The task becomes a standby copy, after a commit. */
  @Override
  public void clearCache() {
    beforeCommit = () -> {};
  }

  @Override
  public boolean setFlushListener(
      CacheFlushListener<byte[], byte[]> listener, boolean sendOldValues) {
    return false;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void init(StateStoreContext context, StateStore root) {
    context.register(
        root,
        (key, value) -> {
          throw new IllegalStateException("a hook has no changelog");
        });
    open = true;
  }

  @Override
  public void close() {
    open = false;
  }

  @Override
  public boolean persistent() {
    return false;
  }

  @Override
  public boolean isOpen() {
    return open;
  }
}
