package dev.sluice.objects.s3;

import dev.sluice.core.values.ShownUrl;
import dev.sluice.objects.StoreAddress;
import dev.sluice.storage.PermanentException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/**
 * Creates the S3 client. Credentials, profile, region and endpoint come from where all programs
 * that use AWS find them: variables such as {@code AWS_PROFILE}, {@code ~/.aws}, web identities,
 * and roles of containers and instances. None of these settings is in Sluice's configuration.
 */
final class S3Clients {
  /**
   * The region to ask first; S3 answers with the region of the bucket if that is a different one.
   */
  private static final Region FIRST_ASKED = Region.US_EAST_1;

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final int SILENCE_MILLIS = 30_000;

  /** The JDK's property for how long connections wait for the next byte. */
  private static final String SILENCE = "sun.net.client.defaultReadTimeout";

  private S3Clients() {}

  /**
   * Creates a client without sending a request.
   *
   * @throws PermanentException if the environment names an invalid endpoint
   */
  static S3Client client(Map<String, String> environment) throws PermanentException {
    Optional<URI> endpoint = endpoint(environment);
    int silenceMillis = Integer.getInteger(SILENCE, SILENCE_MILLIS);
    S3ClientBuilder builder =
        S3Client.builder()
            .region(region())
            .crossRegionAccessEnabled(true)
            .overrideConfiguration(
                config ->
                    config
                        .retryStrategy(new S3Retries())
                        .addExecutionInterceptor(new WholeAnswers()))
            .httpClient(http(silenceMillis));
    endpoint.ifPresent(uri -> builder.endpointOverride(uri).forcePathStyle(true));
    return builder.build();
  }

  /** Creates the HTTP client; without a limit in the JDK's property, the client has no limit. */
  private static SdkHttpClient http(int silenceMillis) {
    SdkHttpClient client =
        UrlConnectionHttpClient.builder()
            .connectionTimeout(CONNECT)
            .socketTimeout(Duration.ofMillis(silenceMillis))
            .build();
    return silenceMillis > 0 ? new WatchedWrites(client, silenceMillis) : client;
  }

  /** Describes where requests are sent. */
  static String address() {
    return address(System.getenv());
  }

  /**
   * Describes where requests are sent in an environment. The user part of the address is left out
   * because it may contain a password.
   */
  static String address(Map<String, String> environment) {
    return variable(environment)
        .map(name -> "%s (%s)".formatted(ShownUrl.of(environment.get(name)), name))
        .orElseGet(() -> "AWS in region " + region());
  }

  /** Returns the name of the variable that specifies an endpoint; empty variables are ignored. */
  private static Optional<String> variable(Map<String, String> environment) {
    return Stream.of("AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
        .filter(name -> !environment.getOrDefault(name, "").isEmpty())
        .findFirst();
  }

  /**
   * Returns the endpoint of a store outside AWS, if any. Such stores rarely have a host name for
   * each bucket.
   */
  private static Optional<URI> endpoint(Map<String, String> environment) throws PermanentException {
    Optional<String> variable = variable(environment);
    Optional<URI> endpoint = variable.map(environment::get).flatMap(StoreAddress::parse);
    if (variable.isPresent() && endpoint.isEmpty()) {
      throw new PermanentException(
          variable.get()
              + " is not the address of a store: set it to an address such as http://minio:9000");
    }
    return endpoint;
  }

  private static Region region() {
    try {
      return DefaultAwsRegionProviderChain.builder().build().getRegion();
    } catch (SdkClientException e) {
      return FIRST_ASKED;
    }
  }
}
