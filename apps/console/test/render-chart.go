// Renders a Helm chart with the template engine and the functions that Helm uses: go run render-chart.go CHART VALUES
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v2"
)

func main() {
	chart, values := os.Args[1], read(os.Args[2])
	about := read(filepath.Join(chart, "Chart.yaml")).(map[string]interface{})
	root := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		var text bytes.Buffer
		err := root.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	root.Funcs(functions)
	files, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		check(err)
		template.Must(root.New(filepath.Base(file)).Parse(string(text)))
	}
	data := map[string]interface{}{
		"Values":  values,
		"Chart":   map[string]interface{}{"AppVersion": about["appVersion"], "Name": about["name"]},
		"Release": map[string]interface{}{"Name": "atrium", "Service": "Helm"},
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "_") {
			continue
		}
		var text bytes.Buffer
		check(root.ExecuteTemplate(&text, filepath.Base(file), data))
		fmt.Println("---")
		fmt.Println(text.String())
	}
}

// read accepts YAML and JSON. Nested maps get string keys, as templates expect them.
func read(file string) interface{} {
	text, err := os.ReadFile(file)
	check(err)
	var value interface{}
	if json.Unmarshal(text, &value) == nil {
		return value
	}
	check(yaml.Unmarshal(text, &value))
	return withStringKeys(value)
}

func withStringKeys(value interface{}) interface{} {
	switch value := value.(type) {
	case map[interface{}]interface{}:
		result := map[string]interface{}{}
		for key, each := range value {
			result[fmt.Sprint(key)] = withStringKeys(each)
		}
		return result
	case []interface{}:
		for index, each := range value {
			value[index] = withStringKeys(each)
		}
	}
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
