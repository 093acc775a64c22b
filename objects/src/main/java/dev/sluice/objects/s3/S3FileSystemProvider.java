package dev.sluice.objects.s3;

import dev.sluice.objects.ObjectFileSystemProvider;
import dev.sluice.objects.ObjectStore;

/** Reads and writes {@code s3://bucket/key}. */
public final class S3FileSystemProvider extends ObjectFileSystemProvider {
  /** Called by the JDK. The JDK finds this constructor by the name of the class. */
  public S3FileSystemProvider() {
    super("s3");
  }

  @Override
  protected ObjectStore open(String bucket) {
    return new S3Store(bucket, System.getenv());
  }
}
