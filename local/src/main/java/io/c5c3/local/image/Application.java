package io.c5c3.local.image;

import io.c5c3.local.LocalException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the operator's image is made of: the app module, the jars it needs, and a Java runtime for them. */
final class Application {
    private Application() {}

    static List<Ingredient> ingredients(Path home, Path cache) {
        var target = home.resolve("app/target");
        try {
            var jars = new ArrayList<Path>();
            jars.add(target.resolve("app-" + Catalogue.revision(home) + ".jar"));
            if (!Files.isRegularFile(jars.getFirst()) || !Files.isDirectory(target.resolve("lib"))) {
                throw new LocalException(
                        "The operator is not packaged yet: run './mvnw package -pl app -am -DskipTests' and try again.");
            }
            try (var libraries = Files.list(target.resolve("lib"))) {
                libraries
                        .filter(jar -> jar.toString().endsWith(".jar"))
                        .sorted()
                        .forEach(jars::add);
            }
            var ingredients = new ArrayList<Ingredient>();
            ingredients.add(new JavaRuntime(Path.of(System.getProperty("java.home")), cache));
            jars.forEach(jar -> ingredients.add(Ingredient.file("lib/" + jar.getFileName(), jar)));
            return ingredients;
        } catch (IOException e) {
            throw new LocalException(target + " cannot be read: package the app module again.", e);
        }
    }
}
