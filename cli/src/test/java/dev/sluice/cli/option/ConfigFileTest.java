package dev.sluice.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigFileTest {
  @TempDir private Path config;

  @Test
  void shouldFindWhatComesWithTheProgramByItsName() throws IOException {
    Path recipes = Files.createDirectory(config.resolve("recipes"));
    Path own = Files.createFile(config.resolve("fineweb.yaml"));
    Path recipe = Files.createFile(recipes.resolve("fineweb.yaml"));
    Path corpus = Files.createFile(recipes.resolve("corpus-7b.yaml"));

    assertThat(find("fineweb")).isEqualTo(own);
    assertThat(find("recipes/fineweb")).isEqualTo(recipe);
    assertThat(find("corpus-7b")).isEqualTo(corpus);
    assertThat(find("my.yaml")).isEqualTo(Path.of("my.yaml"));
    assertThatThrownBy(() -> find("corpus-8b"))
        .hasMessage(
            "file corpus-8b does not exist, and no file shipped with Sluice has this name; did you"
                + " mean corpus-7b? Shipped files are corpus-7b, fineweb, recipes/corpus-7b,"
                + " recipes/fineweb");
  }

  @Test
  void shouldPreferARecipeWhereOneIsTaken() throws IOException {
    Path recipes = Files.createDirectory(config.resolve("recipes"));
    Path own = Files.createFile(config.resolve("fineweb.yaml"));
    Path other = Files.createFile(config.resolve("other.yaml"));
    Path recipe = Files.createFile(recipes.resolve("fineweb.yaml"));

    assertThat(ConfigFile.asRecipe(own, config)).isEqualTo(recipe);
    assertThat(ConfigFile.asRecipe(recipe, config)).isEqualTo(recipe);
    assertThat(ConfigFile.asRecipe(other, config)).isEqualTo(other);
    assertThat(ConfigFile.asRecipe(Path.of("fineweb.yaml"), config))
        .isEqualTo(Path.of("fineweb.yaml"));
  }

  @Test
  void shouldBeBesideTheLauncherOrBesideItsDirectory() throws IOException {
    Path bin = Files.createDirectories(config.resolve("bin"));
    Path shipped = Files.createDirectory(config.resolve("config"));

    assertThat(ConfigFile.directory(config.resolve("sluice"))).isEqualTo(shipped);
    assertThat(ConfigFile.directory(bin.resolve("sluice"))).isEqualTo(shipped);
  }

  private Path find(String text) throws IOException {
    return ConfigFile.find(text, Path.of(text), config);
  }
}
