;;; preview-tests.el --- The preview  -*- lexical-binding: t; -*-

;;; Code:

(require 'tests-support)

(ert-deftest places-are-converted-by-the-size-that-the-picture-is-shown-at ()
  (tests-with-preview
   (cl-flet ((place (dx dy width height)
               (chart-kernel-preview--place
                (list (selected-window) 1 (cons (+ 8 dx) (+ 17 dy)) 0 nil 1 '(0 . 0)
                      '(image :type svg) (cons dx dy) (cons width height)))))
     (should (equal (place 320 180 640 360) '(320.0 . 180.0)))
     (should (equal (place 320 180 1280 720) '(160.0 . 90.0)))
     (should (equal (place 300 100 320 180) '(600.0 . 200.0)))
     (should-not (chart-kernel-preview--place (list (selected-window) 1 '(3 . 4) 0 nil 1 '(0 . 0) nil nil nil))))))

(ert-deftest where-there-are-no-images-the-preview-says-the-chart-in-words ()
  (tests-with-preview
   (should (string-match-p "Food: 30 (30%)" (buffer-string)))))

(ert-deftest the-keys-of-the-preview-reach-the-chart ()
  (tests-with-preview
   (cl-flet ((press (key) (call-interactively (key-binding (kbd key))) (tests-settled))
             (selection () (plist-get (plist-get (chart-kernel-request
                                                  chart-kernel-preview-connection "chart/get" '(:chart "spending"))
                                                 :state)
                                      :selection)))
     (press "<home>")
     (should (equal (selection) [0]))
     (press "<right>")
     (should (equal (selection) [1]))
     (press "u")
     (should (equal (selection) [0]))
     (press "r")
     (should (equal (selection) [1]))
     (press "<escape>")
     (should (equal (selection) nil))
     (press "u")
     (press "0")
     (should (equal (selection) nil)))))

(ert-deftest changes-by-others-are-shown ()
  (tests-with-preview
   (let ((before chart-kernel-preview--svg))
     (chart-kernel-request chart-kernel-preview-connection "chart/rotate" '(:chart "spending" :by 45 :render :json-false))
     (tests-wait (lambda () (not (equal before chart-kernel-preview--svg))))
     (tests-settled)
     (should (equal chart-kernel-preview--svg
                    (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/render"
                                                     '(:chart "spending"))
                               :svg))))))

(ert-deftest the-preview-keeps-the-last-picture-and-names-the-fault ()
  (tests-with-chart "spending.chart.yaml" tests-spending
    (chart-kernel-preview)
    (let ((before (with-current-buffer chart-kernel--preview
                    (tests-wait (lambda () chart-kernel-preview--svg)))))
      (tests-replace "30" "thirty")
      (tests-synchronize)
      (with-current-buffer chart-kernel--preview
        (should (equal chart-kernel-preview--svg before))
        (should (string-match-p "Line 5: slices\\[1\\].value" (chart-kernel-preview--header))))
      (tests-replace "thirty" "31")
      (tests-synchronize)
      (with-current-buffer chart-kernel--preview
        (should (equal (chart-kernel-preview--header) " spending"))
        (should-not (equal chart-kernel-preview--svg before))))))

(ert-deftest the-preview-follows-point-to-another-chart ()
  (tests-with-chart "a.chart.yaml" (concat "id: one\n" tests-spending "---\nid: two\n" tests-spending)
    (goto-char (point-min))
    (chart-kernel-preview)
    (tests-synchronize)
    (cl-flet ((shown () (buffer-local-value 'chart-kernel-preview-chart chart-kernel--preview)))
      (should (equal (shown) "one"))
      (goto-char (point-max))
      (run-hooks 'post-command-hook)
      (should (equal (shown) "two"))
      (with-current-buffer chart-kernel--preview
        (tests-wait (lambda () (string-match-p "ck-two" (or chart-kernel-preview--svg ""))))))))

(ert-deftest export-writes-the-picture-as-it-is-now ()
  (tests-with-preview
   (chart-kernel-request chart-kernel-preview-connection "chart/highlight" '(:chart "spending" :index 2))
   (let ((file (make-temp-file "chart" nil ".svg")))
     (unwind-protect
         (cl-letf (((symbol-function 'y-or-n-p) #'always))
           (chart-kernel-preview-export file)
           (should (equal (with-temp-buffer (insert-file-contents file) (buffer-string))
                          (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/render"
                                                           '(:chart "spending"))
                                     :svg))))
       (delete-file file)))))

(ert-deftest an-animation-plays-to-its-end ()
  (tests-with-preview
   (chart-kernel-request chart-kernel-preview-connection "chart/update"
                         '(:chart "spending" :patch (:animation (:kind "sweep" :duration 0.3))))
   (let ((pictures 0))
     (cl-letf* ((show (symbol-function 'chart-kernel-preview-show-svg))
                ((symbol-function 'chart-kernel-preview-show-svg)
                 (lambda (&rest rest) (cl-incf pictures) (apply show rest))))
       (chart-kernel-preview-animate)
       (tests-settled)
       (should chart-kernel-preview--timer)
       (tests-wait (lambda () (not chart-kernel-preview--timer)))
       (tests-settled)
       (should (> pictures 2))
       (should (equal (plist-get (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/get"
                                                                  '(:chart "spending"))
                                            :state)
                                 :progress)
                      1))))))

(ert-deftest toggling-hides-a-slice ()
  (tests-with-preview
   (chart-kernel-preview-toggle "Food")
   (tests-settled)
   (should (equal (plist-get (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/get"
                                                              '(:chart "spending"))
                                        :state)
                             :hidden)
                  [1]))))

(ert-deftest the-wheel-turns-what-has-nothing-to-scroll ()
  (tests-with-preview
   (set-window-buffer (selected-window) (current-buffer))
   (cl-flet ((state (member) (plist-get (plist-get (chart-kernel-request chart-kernel-preview-connection "chart/get"
                                                                         '(:chart "spending"))
                                                   :state)
                                        member))
             (wheel (event)
               (funcall (lookup-key chart-kernel-preview-mode-map (vector event))
                        (list event (list (selected-window) 1 '(320 . 180) 0 nil 1 '(0 . 0) '(image :type svg)
                                          '(320 . 180) '(640 . 360))))
               (tests-settled)))
     ;; No step is lost, not even the first one, by which the kernel tells that the pie has nothing to scroll.
     (dolist (angle '(275 280 285))
       (wheel 'mouse-5)
       (should (= (state :startAngle) angle)))
     (with-current-buffer (find-buffer-visiting file)
       (erase-buffer)
       (insert "kind: line\nx: {labels: [a, b, c, d]}\nseries: [{values: [1, 2, 3, 4]}]\n"
               "viewport: {visibleCount: 2, start: start}\n")
       (tests-synchronize))
     (wheel 'mouse-5)
     (should (> (plist-get (state :viewport) :startX) -0.5)))))

(ert-deftest the-wheel-scrolls-and-zooms-charts-with-axes ()
  (let ((connection (chart-kernel-connect temporary-file-directory)) buffer)
    (unwind-protect
        (progn
          (chart-kernel-request
           connection "chart/create"
           '(:chart "steps" :spec (:kind "bar" :x (:labels ["a" "b" "c" "d" "e" "f" "g" "h"])
                                   :series [(:values [1 2 3 4 5 6 7 8])]
                                   :viewport (:visibleCount 3 :start "start" :zoom "x"))))
          (setq buffer (chart-kernel-preview-open "*chart: steps*" connection "steps"))
          (with-current-buffer buffer
            (chart-kernel-preview-refresh)
            (tests-settled)
            (set-window-buffer (selected-window) buffer)
            (let ((posn (list (selected-window) 1 '(320 . 180) 0 nil 1 '(0 . 0) '(image :type svg)
                              '(320 . 180) '(640 . 360)))
                  (pictures (list chart-kernel-preview--svg)))
              (dolist (event '(mouse-5 C-mouse-4 C-mouse-5 mouse-4))
                (funcall (lookup-key chart-kernel-preview-mode-map (vector event)) (list event posn))
                (tests-settled)
                ;; Along the axis that the spec says, wherever the mouse is; 1 is left out.
                (should-not (plist-member (plist-get (plist-get (chart-kernel-request connection "chart/get" '(:chart "steps"))
                                                                :state)
                                                     :viewport)
                                          :zoomY))
                (push chart-kernel-preview--svg pictures))
              (pcase-let ((`(,back ,smaller ,larger ,scrolled ,before) pictures))
                (should-not (equal scrolled before))
                (should-not (equal larger scrolled))
                (should (equal smaller scrolled))
                (should (equal back before))))))
      (when buffer (kill-buffer buffer))
      (chart-kernel-disconnect connection))))

(defmacro tests-hearing (said &rest body)
  "Run BODY and put what previews say into SAID, the newest first."
  (declare (indent 1))
  `(cl-letf (((symbol-function 'chart-kernel-preview--say) (lambda (text) (push text ,said)))) ,@body))

(ert-deftest what-is-selected-is-said-in-the-words-of-the-kernel ()
  (let ((connection (chart-kernel-connect temporary-file-directory)) buffer said)
    (unwind-protect
        (progn
          (chart-kernel-request
           connection "chart/create"
           '(:chart "cells" :spec (:kind "heatmap" :x (:labels ["Mon" "Tue"])
                                   :y (:scale "category" :labels ["Ward 1" "Ward 2"])
                                   :series [(:rows [[1 2] [3 4]])])))
          (setq buffer (chart-kernel-preview-open "*chart: cells*" connection "cells"))
          (with-current-buffer buffer
            (tests-hearing said
              (chart-kernel-preview-key "Home")
              (tests-settled)))
          (should (equal (car said)
                         (plist-get (chart-kernel-request connection "chart/hover" '(:chart "cells" :x nil)) :selected)))
          (should (string-match-p "Ward" (car said))))
      (when buffer (kill-buffer buffer))
      (chart-kernel-disconnect connection))))

(ert-deftest undoing-says-how-the-chart-is-then ()
  (tests-with-preview
   (let (said)
     (tests-hearing said
       (dolist (key '("<home>" "<right>" "u" "r" "0" "0"))
         (call-interactively (key-binding (kbd key)))
         (tests-settled)))
     (should (equal (reverse said)
                    '("Rent: 25 (25%)" "Food: 30 (30%)" "Undone: Rent: 25 (25%)" "Redone: Food: 30 (30%)"
                      "As nobody has touched it" "Nothing to reset"))))))

(ert-deftest pictures-go-with-a-dark-frame-unless-the-chart-names-a-theme ()
  (cl-letf* ((parameter (symbol-function 'frame-parameter))
             ((symbol-function 'frame-parameter)
              (lambda (frame name) (if (eq name 'background-mode) 'dark (funcall parameter frame name)))))
    (tests-with-preview
     (let ((connection chart-kernel-preview-connection))
       (cl-flet ((drawn (theme) (plist-get (chart-kernel-request connection "chart/render"
                                                                 (list :chart "spending" :theme theme))
                                           :svg)))
         (should (equal chart-kernel-preview--svg (drawn "dark")))
         (chart-kernel-preview-key "Home")
         (tests-settled)
         (should (equal chart-kernel-preview--svg (drawn "dark")))
         (chart-kernel-preview-refresh)
         (tests-settled)
         (should (equal chart-kernel-preview--svg (drawn "dark")))
         (with-current-buffer (find-buffer-visiting file)
           (goto-char (point-max))
           (insert "theme: light\n")
           (tests-synchronize))
         (tests-settled)
         (should (equal chart-kernel-preview--svg (drawn "light"))))))))

(ert-deftest arrows-with-shift-brush ()
  (let ((connection (chart-kernel-connect temporary-file-directory)) buffer said)
    (unwind-protect
        (progn
          (chart-kernel-request
           connection "chart/create"
           '(:chart "steps" :spec (:kind "bar" :x (:labels ["a" "b" "c" "d"]) :series [(:values [1 2 3 4])] :select "x")))
          (setq buffer (chart-kernel-preview-open "*chart: steps*" connection "steps"))
          (with-current-buffer buffer
            (chart-kernel-preview-refresh)
            (tests-settled)
            (tests-hearing said
              (dolist (key (list (kbd "<right>") (kbd "<right>") (kbd "S-<right>") (kbd "S-<right>")))
                (call-interactively (lookup-key chart-kernel-preview-mode-map key))
                (tests-settled))))
          (should (equal (car said) "Brushed: b to c"))
          (should (equal (plist-get (plist-get (plist-get (chart-kernel-request connection "chart/get" '(:chart "steps"))
                                                          :state)
                                               :brush)
                                    :x)
                         [0.5 2.5]))
          (with-current-buffer buffer
            (tests-hearing said
              (dotimes (_ 2) (chart-kernel-preview-key "Escape") (tests-settled))))
          (should (member "Nothing brushed" said)))
      (when buffer (kill-buffer buffer))
      (chart-kernel-disconnect connection))))

(ert-deftest a-gesture-has-the-times-of-its-events-however-late-emacs-comes-to-them ()
  (with-temp-buffer
    (let* ((chart-kernel-preview--clock nil) (chart-kernel-preview--flying 0)
           (at (lambda (stamp) (list (selected-window) 1 (cons 320 180) stamp nil 1 '(0 . 0) nil '(320 . 180) '(640 . 360))))
           ;; Emacs comes to the press 0.3 s late, and then to the others at once.
           (now '(101.3 101.301 101.302 101.303))
           (unread-command-events (list (list 'mouse-movement (funcall at 1016)) (list 'mouse-movement (funcall at 1032))
                                        (list 'drag-mouse-1 (funcall at 1000) (funcall at 1040))))
           times)
      (cl-letf (((symbol-function 'float-time) (lambda (&rest _) (or (pop now) 101.303)))
                ((symbol-function 'chart-kernel-preview--scale) (lambda (_) '(1 . 1)))
                ((symbol-function 'chart-kernel-preview--report) (lambda (_phase _place time &rest _) (push time times))))
        (chart-kernel-preview--track '(320 . 180) (funcall at 1000)))
      (should (equal (mapcar (lambda (time) (round (* 1000 (- time (car (last times)))))) (reverse times)) '(0 16 32 40))))))

(provide 'preview-tests)
;;; preview-tests.el ends here
