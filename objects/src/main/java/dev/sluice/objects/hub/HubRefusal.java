package dev.sluice.objects.hub;

import static java.net.HttpURLConnection.HTTP_FORBIDDEN;
import static java.net.HttpURLConnection.HTTP_NOT_FOUND;
import static java.net.HttpURLConnection.HTTP_UNAUTHORIZED;

import dev.sluice.storage.PermanentException;
import java.net.http.HttpResponse;
import java.util.Optional;

/**
 * Explains why the hub refuses a request, and what to do. If a request without a token asks for
 * something that does not exist, the hub answers that a token is needed.
 */
final class HubRefusal {
  private static final String CODE = "X-Error-Code";
  private static final String NO_ENTRY = "EntryNotFound";
  private static final String NO_REVISION = "RevisionNotFound";
  private static final String NO_DATA_SET = "RepoNotFound";
  private static final String GATED = "GatedRepo";
  private static final String LOG_IN = "set HF_TOKEN, or log in with \"hf auth login\"";

  private final HubClient client;

  HubRefusal(HubClient client) {
    this.client = client;
  }

  /** Returns whether the data set exists although the path does not. */
  static boolean isMissing(HttpResponse<?> answer) {
    return answer.statusCode() == HTTP_NOT_FOUND
        && answer.headers().firstValue(CODE).orElse(NO_ENTRY).equals(NO_ENTRY);
  }

  /** Checks that an answer is not a refusal. A missing path is not a refusal. */
  void check(HubKey key, HttpResponse<?> answer) throws PermanentException {
    int status = answer.statusCode();
    boolean refuses =
        status == HTTP_UNAUTHORIZED || status == HTTP_FORBIDDEN || status == HTTP_NOT_FOUND;
    if (refuses && !isMissing(answer)) {
      throw new PermanentException(
          problem(key, status, answer.headers().firstValue(CODE).orElse("")));
    }
  }

  private String problem(HubKey key, int status, String code) {
    String name = "hf://datasets/" + key.repository();
    Optional<String> token = client.tokenSource();
    return switch (code) {
      case NO_REVISION ->
          "%s has no branch, tag or commit %s%s"
              .formatted(
                  name,
                  key.revision(),
                  key.revision().startsWith("refs/convert/")
                      ? ": the hub has not converted the data set to Parquet"
                      : "");
      case GATED ->
          "%s is gated: ask for access on %s%s"
              .formatted(
                  name,
                  client.shownEndpoint() + "/datasets/" + key.repository(),
                  token
                      .map(" with the account whose token is in %s"::formatted)
                      .orElse(", then " + LOG_IN));
      case NO_DATA_SET ->
          token
              .map(
                  place ->
                      "%s does not exist, or the token in %s is not allowed to read it"
                          .formatted(name, place))
              .orElse(
                  "%s does not exist, or is private: check the name, or for a private data set, %s"
                      .formatted(name, LOG_IN));
      default ->
          token
              .map(
                  place ->
                      "%s: the hub refuses the token in %s (status %d); check the token"
                          .formatted(name, place, status))
              .orElse(
                  "%s: the hub refuses to answer without a token (status %d): %s"
                      .formatted(name, status, LOG_IN));
    };
  }
}
