package dev.sluice.it;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The packages are as docs/architecture.md lists them. Arrows between modules are checked by Maven;
 * these are the rules inside of them.
 */
class ArchitectureTest {
  private static final String ROOT = "dev.sluice.";

  /**
   * A line of the table of packages: the package, what it holds, which of its module it may use.
   */
  private static final Pattern LINE = Pattern.compile("\\| `([a-z0-9.]+)` \\|[^|]*\\|([^|]*)\\|");

  private static final Pattern NAME = Pattern.compile("`([a-z0-9.]+)`");

  private static JavaClasses program;

  @BeforeAll
  static void load() {
    program =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.sluice")
            .that(describe("of the program", each -> !isTest(each)));
  }

  private static boolean isTest(JavaClass each) {
    return each.getPackageName().startsWith("dev.sluice.it")
        || each.getPackageName().endsWith(".testing");
  }

  @Test
  void shouldHaveNoCircleBetweenPackages() {
    slices().matching("dev.sluice.(**)").should().beFreeOfCycles().check(program);
  }

  @Test
  void shouldUseOnlyThePackagesOfTheModuleThatTheTableAllows() throws IOException {
    SortedMap<String, Set<String>> allowed = table();
    assertThat(packages()).isEqualTo(allowed.keySet());
    List<String> wrong = new ArrayList<>();
    for (JavaClass each : program) {
      for (Dependency dependency : each.getDirectDependenciesFromSelf()) {
        String from = name(each);
        String to = name(dependency.getTargetClass());
        if (!from.equals(to) && module(from).equals(module(to)) && allowed.containsKey(to)) {
          if (!allowed.get(from).contains(to)) {
            wrong.add(from + " -> " + to + ": " + dependency.getDescription());
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void shouldSayInEachPackageWhatItHolds() throws IOException {
    for (String name : packages()) {
      assertThat(sources(name).resolve("package-info.java")).content().contains("/**");
    }
  }

  @Test
  void shouldKeepLibrariesWhereTheyBelong() {
    only("picocli", "cli");
    only("org.yaml.snakeyaml", "settings.yaml");
    only("org.rocksdb", "streams");
    only("org.apache.kafka.streams", "streams", "app.run", "app.topology");
    only("org.apache.parquet", "storage", "jobs");
    only("org.apache.avro", "topics", "storage");
    only("io.prometheus", "app.metrics");
    only("ai.onnxruntime", "operators.onnx");
  }

  private static void only(String library, String... packages) {
    String[] allowed = Stream.of(packages).map(each -> ROOT + each + "..").toArray(String[]::new);
    noClasses()
        .that()
        .resideOutsideOfPackages(allowed)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library + "..")
        .check(program);
  }

  private static Stream<JavaClass> topLevel() {
    return program.stream().filter(each -> each.isTopLevelClass());
  }

  private static SortedSet<String> packages() {
    return topLevel().map(ArchitectureTest::name).collect(Collectors.toCollection(TreeSet::new));
  }

  private static String name(JavaClass each) {
    String name = each.getPackageName();
    return name.startsWith(ROOT) ? name.substring(ROOT.length()) : name;
  }

  private static String module(String name) {
    int end = name.indexOf('.');
    return end < 0 ? name : name.substring(0, end);
  }

  private static Path sources(String name) throws IOException {
    String module =
        switch (name.equals(module(name)) ? name : module(name) + ".*") {
          case "streams", "streams.*" -> "streams-app";
          case "operators" -> "operators-api";
          default -> module(name);
        };
    return Repository.file(module + "/src/main/java/dev/sluice/" + name.replace('.', '/'));
  }

  private static SortedMap<String, Set<String>> table() throws IOException {
    SortedMap<String, Set<String>> allowed = new TreeMap<>();
    for (String line : Files.readAllLines(Repository.file("docs/architecture.md"))) {
      Matcher entry = LINE.matcher(line);
      if (entry.matches()) {
        Set<String> uses =
            NAME.matcher(entry.group(2))
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.toSet());
        allowed.put(entry.group(1), uses);
      }
    }
    return allowed;
  }
}
