// Libraries of Go, each configured as its documentation advises: `client <name> <one-by-one|at-once>`. Input and output are
// those of client.mjs.
package main

import (
	"fmt"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/Azure/go-autorest/autorest"
	"github.com/cenkalti/backoff"
	"github.com/go-resty/resty"
	"github.com/hashicorp/go-retryablehttp"
)

type call func(request *http.Request) error

var clients = map[string]func() call{
	"go-retryablehttp": func() call {
		client := retryablehttp.NewClient()
		client.Logger = nil
		standard := client.StandardClient()
		return func(request *http.Request) error { return read(standard.Do(request)) }
	},
	"go-autorest": func() call {
		sender := autorest.DecorateSender(http.DefaultClient,
			autorest.DoRetryForStatusCodes(3, time.Second, autorest.StatusCodesForRetry...))
		return func(request *http.Request) error { return read(sender.Do(request)) }
	},
	"go-resty": func() call {
		client := resty.New().SetRetryCount(3).AddRetryCondition(func(reply *resty.Response, err error) bool {
			return reply.StatusCode() == http.StatusTooManyRequests
		})
		return func(request *http.Request) error {
			reply, err := client.R().SetHeader("Authorization", request.Header.Get("Authorization")).Get(request.URL.String())
			if err == nil && reply.IsError() {
				err = fmt.Errorf("%s", reply.Status())
			}
			return err
		}
	},
	"cenkalti/backoff": func() call {
		return func(request *http.Request) error {
			return backoff.Retry(func() error { return read(http.DefaultClient.Do(request)) }, backoff.NewExponentialBackOff())
		}
	},
}

func read(reply *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return fmt.Errorf("%s", reply.Status)
	}
	return nil
}

func main() {
	do := clients[os.Args[1]]()
	fmt.Println("ready")
	var url, key string
	if _, err := fmt.Scan(&url, &key); err != nil {
		panic(err)
	}
	callAndReport := func(limit int) {
		request, err := http.NewRequest(http.MethodGet, fmt.Sprintf("%s/pets?limit=%d", url, limit), nil)
		if err == nil {
			request.Header.Set("Authorization", "Bearer "+key)
			err = do(request)
		}
		if err == nil {
			fmt.Println("through")
		} else {
			fmt.Printf("gave up: %.100s\n", err)
		}
	}
	var all sync.WaitGroup
	for limit := 1; limit <= 6; limit++ {
		if os.Args[2] == "one-by-one" {
			callAndReport(limit)
			continue
		}
		all.Add(1)
		go func(limit int) { defer all.Done(); callAndReport(limit) }(limit)
	}
	all.Wait()
}
